/** Processes: the list, the form and the page. */
export const processes = {}
