import type { Messages } from '../messages.ts'

export const users: Messages['users'] = {}
