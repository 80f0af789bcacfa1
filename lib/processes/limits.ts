/** The limits of one process. */
export const limits = {
  documents: 50,
  signers: 1000,
  fields: 5000,
  patterns: 500,
  /** In instructions of RE2: the largest takes some 30 ms for a text of 2,000 characters. */
  patternSize: 500,
} as const
