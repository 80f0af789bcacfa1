import type { Messages } from '../messages.ts'

export const processes: Messages['processes'] = {}
