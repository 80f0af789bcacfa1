/** Templates. */
export const templates = {}
