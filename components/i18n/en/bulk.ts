/** Templates that are sent to lists. */
export const bulk = {}
