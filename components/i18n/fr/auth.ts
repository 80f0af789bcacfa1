import type { Messages } from '../messages.ts'

export const auth: Messages['auth'] = {}
