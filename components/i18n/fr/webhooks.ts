import type { Messages } from '../messages.ts'

export const webhooks: Messages['webhooks'] = {}
