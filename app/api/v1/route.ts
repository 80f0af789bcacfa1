import { unknownPath } from '#lib/http/unknown'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPath()
