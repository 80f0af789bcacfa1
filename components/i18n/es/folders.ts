import type { Messages } from '../messages.ts'

export const folders: Messages['folders'] = {}
