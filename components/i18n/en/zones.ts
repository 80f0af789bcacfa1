/** The zone editor. */
export const zones = {}
