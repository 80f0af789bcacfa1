import type { Messages } from '../messages.ts'

export const overview: Messages['overview'] = {}
