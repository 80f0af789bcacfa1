import { answerScim } from '#lib/http/scim'

/** For `next start`; server/web.ts serves it itself. */
export {
  answerScim as DELETE,
  answerScim as GET,
  answerScim as HEAD,
  answerScim as OPTIONS,
  answerScim as PATCH,
  answerScim as POST,
  answerScim as PUT,
}
