/** What the API client says of failed requests. */
export const api = {}
