import type { Messages } from '../messages.ts'

export const settings: Messages['settings'] = {}
