import { z } from 'zod';
import { isShownName, NO_UNSEEN } from '../../shown-text.ts';

/** Fields of an upload, `multipart/form-data` (section 2.2 of the interface document), in any order. */
export const uploadForm = z
  .object({
    dataset_id: z.string().min(1).max(256).describe('Id of the dataset, which need not be registered yet.'),
    file: z.string().meta({ format: 'binary', description: 'The file.' }),
    file_name: z
      .string()
      .min(1)
      .max(255)
      .refine(isShownName, { message: `String should be a name ${NO_UNSEEN}` })
      .describe('Name of the file in the dataset: a name, no path.'),
  })
  .meta({ id: 'Body_data_workflow_api_v1_data_workflow_post' });
