/** The advisory lock that a backup holds while it copies, and that removing a stored file or a secret needs, shared. */
export const BACKUP_LOCK = 7_270_725
