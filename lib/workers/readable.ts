import { decryptsToTooMuch, needsPassword } from '#lib/pdf/file/encrypted-streams'
import { inflatesTooMuch, inflationMessage } from '#lib/pdf/file/inflation'
import { UnreadableFile } from './thread-error.ts'

/** Without the advice to remove it, which would make the signatures invalid. */
const needsPasswordMessage = 'This PDF is protected by a password. It cannot be verified here.'

/**
 * For a file that somebody uploads to be verified.
 * @param options `everyStream`: the streams that pages draw are inflated too
 * @throws UnreadableFile for content that needs too much memory, and for strings and streams that cannot be decrypted
 */
export async function throwIfUnreadable(
  bytes: Uint8Array,
  options: { everyStream?: boolean } = {},
): Promise<void> {
  if ((await inflatesTooMuch(bytes, options)) || (await decryptsToTooMuch(bytes, options)))
    throw new UnreadableFile('corrupt', inflationMessage)
  if (await needsPassword(bytes)) throw new UnreadableFile('encrypted', needsPasswordMessage)
}
