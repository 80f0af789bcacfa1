/** The maximum number of folders of a tenant in each mode; lists of them have pages. */
export const MAX_FOLDERS = 10_000
