/** Exports and erasures of personal data. */
export const privacy = {}
