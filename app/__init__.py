"""Kartfold: importing this package loads nothing; the parts are joined in `app.factory`."""
