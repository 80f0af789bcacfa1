/** Documents and their upload. */
export const documents = {}
