/** What was answered. */
export interface FormAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a form, and tells how much of it has gone: `fetch` does not.
 *
 * @param token of the caller; null where none is needed
 * @param onProgress told the share that has been sent, 0 to 1
 * @returns status 0 where no answer came
 * @throws the reason of the signal
 */
export function sendForm(
  path: string,
  form: FormData,
  {
    token,
    signal,
    onProgress,
  }: {
    readonly token: string | null;
    readonly signal: AbortSignal;
    readonly onProgress: (share: number) => void;
  },
): Promise<FormAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', () => resolve({ status: 0, text: '' }));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
