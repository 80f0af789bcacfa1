import { FastResponse } from 'srvx/node'
import type { WitnessAnswer } from '#lib/audit/witness/add-checkpoint'
import type { ResponseSpec } from './response.ts'

/** The response of a witness (C2SP tlog-witness): the line of its cosignature, or the size that it cosigned last. */
export function witnessResponse(): ResponseSpec<WitnessAnswer> {
  return {
    status: 200,
    bodySchema: 'file',
    media: ['text/plain'],
    respond: (answer) =>
      'line' in answer
        ? respond(200, 'text/plain; charset=utf-8', answer.line)
        : respond(409, 'text/x.tlog.size', `${answer.lastSize}\n`),
  }
}

function respond(status: number, contentType: string, body: string): Response {
  return new FastResponse(body, { status, headers: { 'content-type': contentType } })
}
