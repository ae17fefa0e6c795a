"""What people are told.

- `notices`, when (`reminders`) and to whom not (`presence`), as they like it (`notice_choices`), in which words
  (`notice_words`); by `notice_letters`, in `digests`, as `atom`.
- For programs and browsers: `webhooks` and `push`, each receiver in its turn (`turns`), and `outward`, the one way to
  addresses that others name.
"""
