let readMode: () => boolean | undefined = () => undefined

/** Gives the changes of this page the mode that it shows. @returns ends it */
export function setPageMode(read: () => boolean | undefined): () => void {
  readMode = read
  return () => {
    readMode = () => undefined
  }
}

/** Whether the page shows test mode; undefined where the mode is not known. */
export const getPageMode = () => readMode()

/** The header of a change with the mode in which it was made: the service refuses it where the session has the other. */
export function modeHeaders(testMode: boolean | undefined): Record<string, string> {
  return testMode === undefined ? {} : { 'X-Paraph-Test-Mode': String(testMode) }
}
