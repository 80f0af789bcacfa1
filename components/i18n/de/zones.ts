import type { Messages } from '../messages.ts'

export const zones: Messages['zones'] = {}
