import { decryptsToTooMuch, needsPassword, passwordMessage } from '../pdf/file/encrypted-streams.ts'
import { inflatesTooMuch, inflationMessage } from '../pdf/file/inflation.ts'
import { UnreadableFile } from './thread-error.ts'

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
  if (await needsPassword(bytes)) throw new UnreadableFile('encrypted', passwordMessage)
}
