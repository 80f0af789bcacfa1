import { englishMessage } from '#lib/messages/english'
import type { FileFields } from '#lib/pdf/import/file-field'

/** What was found in a file, with the messages of its problems as the API has them. */
export function inEnglish<Found extends Pick<FileFields, 'problems'>>({ problems, ...found }: Found) {
  return {
    ...found,
    problems: problems.map(({ reason, ...problem }) => ({ ...problem, message: englishMessage(reason) })),
  }
}
