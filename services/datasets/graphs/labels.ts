/** Labels that nodes and edges of dataset requests are told apart by, as the platform writes them. */
export const DATASET = 'sc:Dataset';
export const FILE_OBJECT = 'cr:FileObject';
export const OPERATOR = 'DataModelManagement_Operator';
export const SQL_OPERATOR = 'SQL_Operator';
export const USER = 'User';
export const INPUT = 'input';
export const OUTPUT = 'output';
export const DISTRIBUTION = 'distribution';
