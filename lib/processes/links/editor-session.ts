import { decryptText, encryptText } from '#lib/core/secretbox'
import { FRAME_SESSION_SECONDS } from './frame-seconds.ts'

const PURPOSE = 'editor session'
/** What the tokens of editor sessions begin with: those of users have no dot. */
const PREFIX = 'editor.'

/** How an editor in a frame ends: it sends the draft, or only tells the page around it that the fields are placed. */
export type EditorFinish = 'send' | 'done'

/** The editor of one draft in a frame, with a part of the rights of the API key that asked for it. */
export interface EditorSession {
  tenantId: number
  processId: number
  /** SHA-256 of the API key. */
  keyHash: string
  finish: EditorFinish
  /** The origins whose pages may show the frame. */
  origins: string[]
}

/** The token of a session that lasts until `expiresAt`. It needs no cookie, which browsers refuse to most frames. */
export function writeEditorSession(session: EditorSession, expiresAt: Date): string {
  return PREFIX + encryptText(PURPOSE, session, expiresAt)
}

/** The session of a token; null for other texts, and after its end. @param time null: also after that */
export function readEditorSession(text: string, time: Date | null): EditorSession | null {
  return isEditorSession(text)
    ? decryptText<EditorSession>(PURPOSE, text.slice(PREFIX.length), time, FRAME_SESSION_SECONDS)
    : null
}

/** Whether a text is the token of an editor's session, perhaps of one that has ended. */
export const isEditorSession = (text: string): boolean => text.startsWith(PREFIX)
