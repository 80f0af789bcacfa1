import type { Messages } from '../messages.ts'

export const documents: Messages['documents'] = {}
