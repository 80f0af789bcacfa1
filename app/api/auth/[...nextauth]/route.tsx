import { handleNextAuth } from '#lib/http/next-auth'

export const GET = handleNextAuth
export const POST = handleNextAuth
