/** Second factors. */
export const secondFactor = {}
