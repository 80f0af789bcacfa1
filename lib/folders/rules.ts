/** So that a list of all folders fits on one page. */
export const MAX_FOLDERS = 100
