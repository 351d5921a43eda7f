import { userInfo } from 'node:os';
import type { Who } from './audit-log.ts';

/** The account of this machine that this process runs under. */
export function ownAccount(): Who {
  return { id: `os:${process.getuid?.() ?? 'user'}`, username: accountName(), client: null };
}

/** In a container it may have a number only. */
function accountName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
