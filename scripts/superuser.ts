import { connect } from '#db/connection/client'
import { embeddedUrl } from '#db/embedded/embedded'

/** Runs `callback` on the database of `npm start` in `dataDir`, as its superuser. */
export async function asSuperuser<T>(
  dataDir: string,
  callback: (sql: ReturnType<typeof connect>) => Promise<T>,
): Promise<T> {
  const sql = connect(embeddedUrl(dataDir), { max: 1 })
  return callback(sql).finally(() => sql.end())
}
