import type { Messages } from '../messages.ts'

export const api: Messages['api'] = {}
