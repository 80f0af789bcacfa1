import type { Messages } from '../messages.ts'

export const apiKeys: Messages['apiKeys'] = {}
