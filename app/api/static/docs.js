// Swagger UI on our own document. The CSRF token that signing in gives goes along with every write.
"use strict";

let csrfToken = "";

function remember(response) {
  if (response.url.includes("/api/v1/session") && response.body && response.body.csrf_token) {
    csrfToken = response.body.csrf_token;
  }
  return response;
}

function carry(request) {
  if (csrfToken && !/^(GET|HEAD)$/i.test(request.method || "GET")) {
    request.headers["X-CSRF-Token"] = csrfToken;
  }
  return request;
}

SwaggerUIBundle({
  url: "/api/v1/openapi.json",
  dom_id: "#docs",
  validatorUrl: null,
  deepLinking: true,
  requestInterceptor: carry,
  responseInterceptor: remember,
});
