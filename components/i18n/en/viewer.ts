/** The PDF viewer. */
export const viewer = {}
