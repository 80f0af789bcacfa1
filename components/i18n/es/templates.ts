import type { Messages } from '../messages.ts'

export const templates: Messages['templates'] = {}
