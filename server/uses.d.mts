/** Says in a folder that this process runs from it, on a data folder, until it ends. */
export function markUse(folder: string, dataDir: string): void
/** Whether a process runs from a folder. */
export function isUsed(folder: string): boolean
