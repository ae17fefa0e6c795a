// What can be wrong, as a code with values: the words for it are the page's, in the language of whoever reads.

/** Something is wrong, at a place that the caller knows. */
export class Wrong extends Error {
  constructor(code, values = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

/** Something is wrong with the event `seq`, and `check` is what found it. */
export class Fault extends Wrong {
  constructor(seq, check, code, values = {}) {
    super(code, { seq, ...values });
    this.seq = seq;
    this.check = check;
  }
}
