import type { Messages } from '../messages.ts'

export const bulk: Messages['bulk'] = {}
