import type { Messages } from '../messages.ts'

export const viewer: Messages['viewer'] = {}
