import { handleOperatorAction } from '#lib/http/operator'

export const POST = handleOperatorAction
