import { notFoundRoute } from '#lib/http/not-found'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = notFoundRoute()
