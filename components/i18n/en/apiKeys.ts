/** API keys. */
export const apiKeys = {}
