"""The server that the conformance suite's scenarios want: its tools, prompts and resources, over HTTP at a port."""

import base64
import sys

from fastmcp import Context, FastMCP
from fastmcp.tools import ToolResult
from fastmcp.utilities.types import Audio, Image
from mcp_types import EmbeddedResource, TextContent, TextResourceContents

server = FastMCP("fixtures")
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
SOUND = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="
READS = {"readOnlyHint": True}


def embedded(uri: str, text: str) -> EmbeddedResource:
    return EmbeddedResource(type="resource", resource=TextResourceContents(uri=uri, mime_type="text/plain", text=text))


@server.tool(annotations=READS)
def test_simple_text() -> ToolResult:
    """Read a simple text"""
    return ToolResult(content=[TextContent(type="text", text="This is a simple text response for testing.")])


@server.tool(annotations=READS)
def test_image_content() -> Image:
    """Read an image"""
    return Image(data=base64.b64decode(PIXEL), format="png")


@server.tool(annotations=READS)
def test_audio_content() -> Audio:
    """Read a sound"""
    return Audio(data=base64.b64decode(SOUND), format="wav")


@server.tool(annotations=READS)
def test_embedded_resource() -> ToolResult:
    """Read a resource inside an answer"""
    return ToolResult(content=[embedded("test://embedded-resource", "This is an embedded resource content.")])


@server.tool(annotations=READS)
def test_multiple_content_types() -> ToolResult:
    """Read several kinds of content at once"""
    text = TextContent(type="text", text="Multiple content types test:")
    image = Image(data=base64.b64decode(PIXEL), format="png").to_image_content()
    return ToolResult(content=[text, image, embedded("test://mixed-content-resource", '{"test":"data","value":123}')])


@server.tool(annotations=READS)
async def test_tool_with_logging(ctx: Context) -> ToolResult:
    """Read with a log beside it"""
    for text in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await ctx.info(text)
    return ToolResult(content=[TextContent(type="text", text="logged")])


@server.tool(annotations=READS)
async def test_tool_with_progress(ctx: Context) -> ToolResult:
    """Read in several steps"""
    for done in (0, 50, 100):
        await ctx.report_progress(done, 100)
    return ToolResult(content=[TextContent(type="text", text="done")])


@server.tool(annotations=READS)
def test_error_handling() -> str:
    """Read what cannot be read"""
    raise ValueError("This tool intentionally returns an error for testing")


@server.prompt
def test_simple_prompt() -> str:
    """A simple prompt"""
    return "This is a simple prompt for testing."


@server.prompt
def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
    """A prompt with arguments"""
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


@server.resource("test://static-text", mime_type="text/plain")
def static_text() -> str:
    """A text"""
    return "This is the content of the static text resource."


@server.resource("test://static-binary", mime_type="image/png")
def static_binary() -> bytes:
    """A picture"""
    return base64.b64decode(PIXEL)


@server.resource("test://template/{id}/data", mime_type="application/json")
def template(id: str) -> str:  # noqa: A002 - the suite's name for it
    """A resource by its id"""
    return f'{{"id": "{id}", "templateTest": true, "data": "Data for ID: {id}"}}'


if __name__ == "__main__":
    server.run("http", host="127.0.0.1", port=int(sys.argv[1]), stateless_http=True, show_banner=False, path="/mcp")
