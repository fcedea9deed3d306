"""The layout of JupyterLab, as a page saves it in its workspace."""

import json
from typing import Any


def saved_layout(answer: Any) -> dict[str, Any]:
    """The layout that a page has saved with the request of this answer; empty for other requests."""
    if "/api/workspaces/" not in answer.url or answer.request.method != "PUT":
        return {}
    return json.loads(answer.request.post_data)["data"].get("layout-restorer:data", {})
