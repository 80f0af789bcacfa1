import type { Messages } from '../messages.ts'

export const privacy: Messages['privacy'] = {}
