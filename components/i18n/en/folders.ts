/** Folders. */
export const folders = {}
