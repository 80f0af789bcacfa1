import type { Messages } from '../messages.ts'

export const secondFactor: Messages['secondFactor'] = {}
