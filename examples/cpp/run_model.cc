// Loads the SavedModel in ./model with TensorFlow's C library and prints y for x = [[1, 2], [3, 4]].

#include <tensorflow/c/c_api.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

static void check(TF_Status* status) {
  if (TF_GetCode(status) == TF_OK) return;
  std::fprintf(stderr, "%s\n", TF_Message(status));
  std::exit(1);
}

int main() {
  TF_Status* status = TF_NewStatus();
  TF_Graph* graph = TF_NewGraph();
  TF_SessionOptions* options = TF_NewSessionOptions();
  const char* tags[] = {"serve"};
  TF_Session* session = TF_LoadSessionFromSavedModel(options, nullptr, "model", tags, 1, graph, nullptr, status);
  check(status);

  const float points[] = {1, 2, 3, 4};
  const int64_t dims[] = {2, 2};
  TF_Tensor* x = TF_AllocateTensor(TF_FLOAT, dims, 2, sizeof points);
  std::memcpy(TF_TensorData(x), points, sizeof points);

  // The names that simple_save's signature gives for "x" and "y".
  const TF_Output feed = {TF_GraphOperationByName(graph, "x"), 0};
  const TF_Output fetch = {TF_GraphOperationByName(graph, "y"), 0};
  TF_Tensor* y = nullptr;
  TF_SessionRun(session, nullptr, &feed, &x, 1, &fetch, &y, 1, nullptr, 0, nullptr, status);
  check(status);

  const float* values = static_cast<const float*>(TF_TensorData(y));
  for (int64_t i = 0; i < TF_Dim(y, 0); ++i) std::printf("%.6f\n", values[i]);

  TF_DeleteTensor(x);
  TF_DeleteTensor(y);
  TF_CloseSession(session, status);
  TF_DeleteSession(session, status);
  TF_DeleteSessionOptions(options);
  TF_DeleteGraph(graph);
  TF_DeleteStatus(status);
}
