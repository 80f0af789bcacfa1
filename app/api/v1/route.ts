import { notFoundRoute } from '#lib/http/response/not-found'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = notFoundRoute()
