/** Webhooks. */
export const webhooks = {}
